/**
 * Work on tasks has a page of its own kind: whole without a script, honest, and safe with
 * hostile texts.
 */

import { describe, expect, it } from 'vitest';
import { figuresWith } from '#contracts/result/figure-values.fixture';
import type { ReportSection, Result } from '#contracts/result/result';
import { columnFormat } from '../words/figure-format.js';
import { exampleTaskResult } from '../example-task-result.fixture.js';
import { renderReport } from './render-report.js';

const result = exampleTaskResult();
const page = renderReport({ result });
/** The visible text, without style and script. */
const textOf = (html: string): string =>
  html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ');

function withFirstRun(change: object): Result {
  const [first, ...others] = result.runs;
  return { ...result, runs: [{ ...first!, ...change }, ...others] };
}

function withSections(...sections: ReportSection[]): string {
  return renderReport({ result: { ...result, sections } });
}

describe('the page of tasks', () => {
  it('is a function of its input', () => {
    expect(renderReport({ result: exampleTaskResult() })).toBe(page);
  });

  it('asks for nothing from anywhere', () => {
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(page).not.toMatch(/@import|url\((?!#)/);
    expect(page).toContain('default-src &#39;none&#39;');
  });

  it('has one h1, landmarks, captions, scoped heads, and links that lead somewhere', () => {
    expect(page.match(/<h1[ >]/g)).toHaveLength(1);
    for (const landmark of ['<header>', '<main ', '<footer>', '<nav '])
      expect(page).toContain(landmark);
    expect(page.match(/<table/g)?.length).toBe(page.match(/<caption>/g)?.length);
    expect(page).not.toMatch(/<th(?![^>]*scope=)[ >]/);
    const targets = [...page.matchAll(/<a [^>]*href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets).toEqual(['main', 'runs', 'section-0', 'section-1', 'verify']);
    for (const id of targets) expect(page).toContain(`id="${id}"`);
  });

  it('has the theme button and no other script', () => {
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('id="theme"');
    const withoutScript = page.replace(/<script>.*<\/script>/s, '');
    expect(withoutScript).not.toMatch(/run-filter|curve-data|data-sortable/);
  });

  it('does not mention trading', () => {
    expect(textOf(page)).not.toMatch(
      /execution policy|symbol|capital|equity|sharpe|drawdown|trade|orders|curve|backtest report|decision/i,
    );
  });

  it('describes what was run', () => {
    const facts = page.slice(page.indexOf('<dl class="facts">'), page.indexOf('<nav'));
    for (const [term, value] of [
      ['Data set', 'generated filings'],
      ['Workflow', 'choice'],
      ['Seed', '7'],
      ['Repeats', '2'],
      ['Facts on the tape', '12,400'],
      ['Solutions, SHA-256', `<code>${result.scenario.solutions}</code>`],
    ]) {
      expect(facts).toContain(`<dt>${term}</dt><dd>${value}</dd>`);
    }
    expect(textOf(facts)).toContain('labels: [&quot;up&quot;,&quot;down&quot;,&quot;flat&quot;]');
    expect(textOf(facts)).toContain('horizon: 5');
  });

  it('reports it when there are neither solutions nor terms', () => {
    const scenario = { ...result.scenario, solutions: null, terms: {} };
    const bare = renderReport({ result: { ...result, scenario } });
    expect(bare).toContain('<dt>Solutions</dt><dd>none</dd>');
    expect(bare).toContain('<dt>Terms</dt><dd>none</dd>');
  });

  it('cuts terms that are long, and counts those that are many', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`term${at}`, at]));
    const scenario = { ...result.scenario, terms: { prompt: 'x'.repeat(5_000), ...many } };
    const long = renderReport({ result: { ...result, scenario } });
    expect(long).not.toContain('x'.repeat(400));
    expect(long).toContain('and 7 more');
  });
});

describe('its runs', () => {
  it('have a column a figure, in the order of first appearance', () => {
    const runs: Result['runs'] = [
      { ...result.runs[0]!, figures: figuresWith({ second: 2 }) },
      { ...result.runs[1]!, figures: figuresWith({ first: 0.5, second: 3, constructor: 1 }) },
    ];
    const table = renderReport({ result: { ...result, runs } });
    const heads = [...table.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map(([, head]) => head);
    expect(heads.slice(0, 6)).toEqual([
      'Agent',
      'second',
      'first',
      'constructor',
      'Answered of due',
      'Not answered',
    ]);
    expect(table).not.toContain('native code');
  });

  it('show an undefined figure as a dash with its reason, and list the reasons', () => {
    expect(page).toMatch(/title="no task was answered"/);
    expect(page).toContain('Undefined figures: 1');
    expect(page).toContain('<td class="text">no task was answered</td>');
    expect(renderReport({ result: { ...result, runs: result.runs.slice(0, 3) } })).not.toContain(
      'Undefined figures',
    );
  });

  it('name their repeats only when there are several', () => {
    expect(page).toContain('<th scope="row">hasty #2</th>');
    const scenario = { ...result.scenario, repeats: 1 };
    expect(renderReport({ result: { ...result, scenario } })).toContain(
      '<th scope="row">hasty</th>',
    );
  });

  it('say how much was answered, and what the rest was lost to', () => {
    expect(page).toMatch(/>238 of 240<\/td><td class="text">2 late</);
    expect(page).toMatch(/⚠ <\/span>0 of 240<span[^>]*> \(low\)<\/span><\/td>/);
    expect(page).toContain('237 failed, 3 missing');
  });

  it('say that nothing was due', () => {
    const none = { due: 0, answered: 0, missing: 0, invalid: 0, late: 0, failed: 0, forced: 0 };
    expect(renderReport({ result: withFirstRun({ coverage: none }) })).toContain(
      'title="no answer was due"',
    );
  });
});

it('notes low coverage, trusted modules and dropped rows before the figures', () => {
  expect(page).toContain('The data is synthetic: a program made it.');
  expect(page).toContain('Low coverage in 1 of 4 runs.');
  expect(page).toContain('hasty #2 (0.00%)');
  const told = renderReport({ result: withFirstRun({ rowsDropped: 2, trusted: true }) });
  expect(told).toContain('Rows dropped: up to 2 per run.');
  expect(told).toContain('without limits on files, network or time: careful.');
});

it('has every journal’s hash and how to verify its run', () => {
  expect(page).toContain(result.tape.hash);
  for (const run of result.runs) {
    expect(page).toContain(run.journalHash);
    expect(page).toContain(`tapefold verify runs/${run.run}`);
  }
});

describe('a section of the workflow', () => {
  it('has its title, its sentences and its table, each column in its format', () => {
    expect(page).toContain('<h2 id="section-0">Answers against solutions</h2>');
    expect(page).toContain('<p>A task that was not answered counts as wrong.</p>');
    expect(page).toContain('<th scope="col" class="figure">Recall</th>');
    expect(page).toContain(
      '<th scope="row">careful #1</th><td ' +
        'class="text">up</td><td>71</td><td>8</td><td>3</td><td>86.59%</td>',
    );
    expect(page).toContain('<td class="text">up</td><td></td><td></td><td></td><td>0.00%</td>');
  });

  it('without a table has none', () => {
    const text = withSections({ title: 'Only words', text: ['One.'], table: null });
    expect(text).toMatch(/Only words<\/h2>\s*<p>One\.<\/p>\s*<\/section>/);
  });

  it('with a row of another length is a bug of its workflow', () => {
    const columns = [{ title: 'a', format: 'text' as const }];
    expect(() => withSections({ title: '', text: [], table: { columns, rows: [[1, 2]] } })).toThrow(
      /one cell per column/,
    );
  });
});

it('shortens a long text of a table, with the whole as its title, both escaped', () => {
  const long = `"><img src=x onerror=alert(1)>${'x'.repeat(300)}`;
  const columns = [{ title: 'Question', format: 'text' as const }];
  const html = withSections({ title: 'Questions', text: [], table: { columns, rows: [[long]] } });
  const escaped = '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;';
  expect(html).toContain(`title="${escaped}${'x'.repeat(300)}">${escaped}${'x'.repeat(169)}…<`);
  expect(html).not.toContain('<img');
});

it('escapes hostile texts everywhere', () => {
  const hostile = '</script></style><img src=x onerror=alert(1)>"\'&\u202e';
  const [run] = result.runs;
  const text = renderReport({
    result: {
      ...result,
      scenario: {
        ...result.scenario,
        name: hostile,
        data: hostile,
        workflow: hostile,
        terms: { [hostile]: [hostile] },
        notes: [hostile],
      },
      tape: { ...result.tape, id: hostile },
      runs: [
        {
          ...run!,
          run: hostile,
          agent: hostile,
          trusted: true,
          figures: { [hostile]: { value: null, reason: hostile } },
        },
      ],
      sections: [
        {
          title: hostile,
          text: [hostile],
          table: {
            columns: [
              { title: hostile, format: 'text' },
              { title: hostile, format: 'number' },
              { title: hostile, format: 'percent' },
            ],
            rows: [[hostile, hostile, hostile]],
          },
        },
      ],
    },
  });
  expect(text).not.toContain('<img');
  expect(text.match(/<\/(script|style)>/g)).toHaveLength(2);
  expect(text).not.toContain('\u202e');
});

describe('numbers of a column', () => {
  it.each([
    [
      [240, 1200],
      ['240', '1,200'],
    ],
    [
      [0.875, 1],
      ['0.875', '1.000'],
    ],
    [
      [1 / 3, -0.5],
      ['0.3333', '−0.5000'],
    ],
    [
      [0.000_012, 0.25, 0],
      ['1.2e−5', '0.2500', '0.0000'],
    ],
    [[], []],
  ])('%j are written as %j', (values, texts) => {
    expect(values.map(columnFormat(values))).toEqual(texts);
  });
});
