/**
 * Requirements on every tool: a description of each argument, schemas that convert to JSON
 * Schema, unique names.
 */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  fileTools,
  hedgingTools,
  marketTools,
  reportGenerationTools,
  tradingTools,
  webTools,
} from '../index.js';
import { auditingTools } from './auditing-tools.js';

const sets = [
  tradingTools,
  hedgingTools,
  reportGenerationTools,
  marketTools,
  fileTools,
  auditingTools,
  webTools(),
];

/** The description of an argument: its own, or that of its nullable inner type. */
function wordsOf(schema: Readonly<Record<string, unknown>>): unknown {
  const choices = (schema['anyOf'] ?? []) as readonly Readonly<Record<string, unknown>>[];
  return schema['description'] ?? choices.find(({ type }) => type !== 'null')?.['description'];
}

describe.each(sets)('$name', ({ tools, instructions }) => {
  it('has each name once', () => {
    const names = tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(instructions.length).toBeGreaterThan(100);
  });

  it.each(tools)('$name says what each argument is', ({ input, description }) => {
    expect(description.length).toBeGreaterThan(80);
    const { properties, additionalProperties } = z.toJSONSchema(input, { io: 'input' });
    expect(additionalProperties).toBe(false);
    for (const [name, schema] of Object.entries(properties ?? {})) {
      expect([name, typeof wordsOf(schema as Record<string, unknown>)]).toEqual([name, 'string']);
    }
  });

  it.each(tools)('$name describes its result', ({ output }) => {
    expect(() => z.toJSONSchema(output, { io: 'output' })).not.toThrow();
  });
});

describe('the sets of HERCULEAN', () => {
  it('have its names', () => {
    const texts = ['list_news', 'get_news_by_id', 'list_filings', 'get_filing_section'];
    const days = ['get_common_trading_dates', 'is_pair_trading_day'];
    const namesOf = ({ tools }: typeof tradingTools): string[] => tools.map(({ name }) => name);
    expect(namesOf(tradingTools)).toEqual([
      'get_prices',
      'is_trading_day',
      ...texts,
      'get_indicator',
      'submit_decision',
    ]);
    const lookUps = ['find_filing', 'get_facts', 'get_calculation_network'];
    expect(namesOf(auditingTools)).toEqual([...lookUps, 'get_concept_metadata', 'query_taxonomy']);
    expect(namesOf(hedgingTools)).toEqual([
      'get_stock_pool',
      ...days,
      'get_prices',
      'get_pair_prices',
      ...texts,
      'apply_pair_action',
      'submit_hedging_decision',
    ]);
    expect(namesOf(reportGenerationTools)).toEqual([
      'get_prices',
      'is_trading_day',
      ...texts,
      'get_indicator',
      'list_peers',
      'get_weekly_metrics',
    ]);
  });
});
