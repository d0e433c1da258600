/** A portfolio: each symbol gets an even share of equity when its cross turns on, and is sold when it turns off. */

export default {
  history: 50,
  decide({ view, symbols, config, state }) {
    state.crosses ??= symbols.map((symbol) => ({
      symbol,
      cross: view.smaCross(symbol, config.fast, config.slow),
      wasOn: false,
    }));
    const weights = {};
    for (const one of state.crosses) {
      const isOn = one.cross.value === 1;
      if (isOn !== one.wasOn) weights[one.symbol] = isOn ? 1 / symbols.length : 0;
      one.wasOn = isOn;
    }
    return { kind: 'weights', weights };
  },
};
