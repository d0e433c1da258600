/** The Nest command line knows every app and library where it is, and generates code there. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, run } from './project-copy.js';

interface Project {
  readonly type: 'application' | 'library';
  readonly root: string;
  readonly sourceRoot: string;
}

const { projects, entryFile } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8')) as {
  projects: Record<string, Project>;
  entryFile: string;
};

describe('nest-cli.json', () => {
  it('lists every app and library of the repository', () => {
    const folders = ['apps', 'libs'].flatMap((kind) =>
      readdirSync(join(root, kind)).map((name) => `${kind}/${name}`),
    );
    expect(
      Object.values(projects)
        .map((project) => project.root)
        .toSorted(),
    ).toEqual(folders.toSorted());
  });

  it.each(Object.entries(projects))('%s has its sources where it says', (_, project) => {
    expect(project.sourceRoot).toBe(`${project.root}/src`);
    const isApp = project.type === 'application';
    const place = isApp ? `${project.sourceRoot}/${entryFile}.ts` : project.sourceRoot;
    expect(existsSync(join(root, place))).toBe(true);
  });

  it.each(['gateway', '#service-host'])('lets nest generate a service in %s', async (project) => {
    const args = ['generate', 'service', 'demo', '--project', project, '--dry-run'];
    const { exitCode, output } = await run(root, 'nest', args);
    expect(exitCode).toBe(0);
    expect(output).toContain(`CREATE ${projects[project]?.sourceRoot}/demo/demo.service.ts`);
  });
});
