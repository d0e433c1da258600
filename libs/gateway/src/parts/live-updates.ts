/** Which runs have news: rung by whatever projects, heard by open streams. */

import { Subject, type Observable } from 'rxjs';

export class LiveUpdates {
  private readonly subject = new Subject<ReadonlySet<string>>();
  /** Keys of messages that are in the tables now: ids of runs and of submissions. */
  readonly changes: Observable<ReadonlySet<string>> = this.subject.asObservable();

  projected(keys: ReadonlySet<string>): void {
    if (keys.size > 0) this.subject.next(keys);
  }
}
