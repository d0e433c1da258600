/** Lets errors through as they are: the framework's own filter makes "Internal server error" of all of them. */

import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

@Catch()
export class CodedErrorsFilter implements RpcExceptionFilter<unknown> {
  /** Handlers run in this process, so code, place and cause reach whoever called them. */
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
