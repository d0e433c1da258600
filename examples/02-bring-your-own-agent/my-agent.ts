/**
 * An agent of one's own: long while the last close is above its mean over `config.length` closes.
 */

import type { ModuleAgent } from 'tapefold/agent';

const agent: ModuleAgent = {
  history: 50,
  decide({ view, symbols, config }) {
    const [symbol = ''] = symbols;
    const length = Number(config['length'] ?? 50);
    const closes = view.closes(symbol, length);
    const last = closes.at(-1);
    if (last === undefined || closes.length < length) return 'flat';
    const mean = closes.reduce((sum, close) => sum + close, 0) / length;
    return last > mean ? 'long' : 'flat';
  },
};

export default agent;
