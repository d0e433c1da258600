/** Announces which runs have news, from projectors to open streams. */

import { Subject, type Observable } from 'rxjs';

export class LiveUpdates {
  private readonly subject = new Subject<ReadonlySet<string>>();
  /** Keys of messages that are now in the tables: ids of runs and of submissions. */
  readonly changes: Observable<ReadonlySet<string>> = this.subject.asObservable();

  projected(keys: ReadonlySet<string>): void {
    if (keys.size > 0) this.subject.next(keys);
  }
}
