/** One symbol: long while the fast mean of its closes is above the slow one, else flat. */

export default {
  history: 50,
  decide({ view, symbols: [symbol], config, state }) {
    state.cross ??= view.smaCross(symbol, config.fast, config.slow);
    return state.cross.value === 1 ? 'long' : 'flat';
  },
};
