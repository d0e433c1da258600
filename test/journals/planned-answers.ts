/** The agent of the golden journals: a module that answers each session as configured. */

import type { ModuleAgent } from '#agents/module/agent/author';

const agent: ModuleAgent = {
  decide({ session, config }) {
    const answers = config['answers'] as Readonly<Record<string, unknown>>;
    const answer = answers[session];
    if (answer === 'throws') throw new Error('the model is not there');
    if (answer === 'hangs') return new Promise(() => undefined);
    return answer as ReturnType<ModuleAgent['decide']>;
  },
};

export default agent;
