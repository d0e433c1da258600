/** Each route names the scope that it needs; a route without a scope is refused. */

import { Reflector } from '@nestjs/core';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isOpen } from './authentication.js';
import { AuditLog } from './audit-log.js';
import { httpFailure } from '../failures/http-failure.js';
import { principalOf, type Scope } from './principal.js';

export const Needs = Reflector.createDecorator<Scope>();

@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly audit: AuditLog,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    // The page itself checks what its reader may see.
    if (isOpen(request.path) || request.path === '/') return true;
    const scope = request.path === '/metrics' ? 'read' : this.neededBy(context);
    const principal = principalOf(request);
    if (scope !== undefined && principal?.scopes.includes(scope)) return true;
    if (scope !== 'read') await this.audit.note(request, 'refused: scope');
    throw httpFailure(403, 'Forbidden', 'the token does not have the scope', {
      expected: scope ?? 'none that exists',
      found: principal?.scopes.join(', ') ?? 'none',
    });
  }

  private neededBy(context: ExecutionContext): Scope | undefined {
    return this.reflector.get(Needs, context.getHandler());
  }
}
