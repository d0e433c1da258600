/** Lists the tools of trading as of a day, and asks for more prices than were known by then. */

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [asOf = '2023-06-30'] = process.argv.slice(2);
const words = ['mcp', 'trading', '--data', 'synthetic-market', '--as-of', asOf];
const client = new Client({ name: 'ask', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command: 'npx', args: ['tapefold', ...words] }));

const { tools } = await client.listTools();
for (const { name, title } of tools) console.log(`${name}: ${title}`);

const range = { symbol: 'ALDR', date_start: '2023-06-29', date_end: '2023-12-31' };
const prices = await client.callTool({ name: 'get_prices', arguments: range });
console.log(prices.structuredContent);

const later = { symbol: 'ALDR', target_date: '2023-12-29' };
const day = await client.callTool({ name: 'is_trading_day', arguments: later });
console.log(day.structuredContent);

await client.close();
