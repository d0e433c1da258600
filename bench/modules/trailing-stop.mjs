/** Buys when the fast mean is above the slow one, sells 2 % below the highest close since, waits for a new cross. */

const stop = 0.02;

export default {
  history: 50,
  decide({ view, symbols: [symbol], account, config, state }) {
    state.cross ??= view.smaCross(symbol, config.fast, config.slow);
    const isOn = state.cross.value === 1;
    // After a sale the cross has to be off once before it counts again.
    if (!isOn) state.isSpent = false;
    const close = view.lastPrice(symbol);
    if (account.shares(symbol) === 0) {
      if (!isOn || state.isSpent) return 'flat';
      state.highest = close;
      return 'long';
    }
    state.highest = Math.max(state.highest, close);
    if (close >= state.highest * (1 - stop)) return 'long';
    state.isSpent = isOn;
    return 'flat';
  },
};
