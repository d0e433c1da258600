/** Serves capabilities over streamable HTTP: each at an address that nobody can guess, dead when the capability is. */

import type { Capability } from '../tool/capability.js';
import { serversOf, type Serving } from './capability-server.js';
import { TokenHost, type ListenOptions } from './token-host.js';

/** A capability that can be reached. */
export interface Minted {
  /** `http://127.0.0.1:PORT/mcp/<token>`; who has it may call the tools. */
  readonly url: string;
  readonly token: string;
  /** Whether a client has listed the tools: an agent that never did knows none of them. */
  readonly isListed: boolean;
  /** Ends the capability and its address; the call that is being answered still is. */
  end(): void;
}

export class CapabilityHost {
  private constructor(private readonly host: TokenHost) {}

  /** `Unavailable` where the port cannot be had. */
  static async listen(options: ListenOptions = {}): Promise<CapabilityHost> {
    return new CapabilityHost(await TokenHost.listen(options));
  }

  mint(capability: Capability, serving: Serving = {}): Minted {
    let isListed = false;
    const onListed = (): void => {
      isListed = true;
      serving.onListed?.();
    };
    const { url, token, end } = this.host.openAddress(
      serversOf(capability, { ...serving, onListed }),
    );
    return {
      url,
      token,
      get isListed() {
        return isListed;
      },
      end: () => {
        capability.end();
        end();
      },
    };
  }

  /** Takes every address away, and stops listening. */
  async close(): Promise<void> {
    await this.host.close();
  }
}
