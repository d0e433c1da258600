/** Instances for tests, from the part that a test is about. */

import type { Instance } from './instance.js';
import { readInstance } from './read-instance.js';

export const head = `<?xml version="1.0" encoding="UTF-8"?>
<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase"
  xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"
  xmlns:a="urn:a" xmlns:b="urn:b">`;

/** A context: `period` and `segment` are the XML inside of them. */
export function contextXml(id: string, period: string, segment = '', scenario = ''): string {
  const inSegment = segment === '' ? '' : `<segment>${segment}</segment>`;
  const inScenario = scenario === '' ? '' : `<scenario>${scenario}</scenario>`;
  return `<context id="${id}"><entity><identifier scheme="urn:cik">1</identifier>${inSegment}</entity>
<period>${period}</period>${inScenario}</context>`;
}

export const instant = (date: string): string => `<instant>${date}</instant>`;
export const duration = (start: string, end: string): string =>
  `<startDate>${start}</startDate><endDate>${end}</endDate>`;

export const usd = '<unit id="usd"><measure>iso4217:USD</measure></unit>';
export const c1 = contextXml('c1', instant('2020-12-31'));

/** The instance with this in its root. */
export function instanceOf(content: string): Promise<Instance> {
  return readInstance([new TextEncoder().encode(`${head}${content}</xbrl>`)], 'a_htm.xml');
}

/** The message with which an instance is refused. */
export async function refusalOf(content: string): Promise<string> {
  return instanceOf(content).then(
    () => 'read',
    (error: unknown) => (error as Error).message,
  );
}
