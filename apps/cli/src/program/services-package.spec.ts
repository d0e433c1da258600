/**
 * A missing package of services is one line with the way to install it; other missing modules are
 * no such thing.
 */

import { expect, it } from 'vitest';
import { version } from '#backtest/run-folder/package-folder';
import { describeFailure, exitCodes } from './exit-code.js';

const missing = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code });
const line = (name: string): string =>
  `Unavailable: this command needs ${name}, which is not installed: ` +
  `run "npm install tapefold-services@${version}"`;

it.each([
  ['ERR_MODULE_NOT_FOUND', "Cannot find package 'kafkajs' imported from /a/b.mjs", 'kafkajs'],
  ['ERR_MODULE_NOT_FOUND', "Cannot find package '@nestjs/core' imported from /a", '@nestjs/core'],
  ['MODULE_NOT_FOUND', "Cannot find module 'kafkajs/src/a'\nRequire stack:\n- /a", 'kafkajs'],
])('says how to install it: %s, %s', (code, message, name) => {
  const described = describeFailure(missing(code, message));
  expect(described).toEqual({ code: exitCodes.unavailable, line: line(name) });
});

it.each([
  ['ERR_MODULE_NOT_FOUND', "Cannot find package 'mine' imported from /a/b.mjs"],
  ['ERR_MODULE_NOT_FOUND', "Cannot find module '/a/node_modules/kafkajs/x.js' imported from /a"],
  ['ERR_MODULE_NOT_FOUND', "Cannot find package 'kafkajs-mine' imported from /a"],
  ['EACCES', "Cannot find package 'kafkajs' imported from /a/b.mjs"],
])('says nothing of it for others: %s, %s', (code, message) => {
  const described = describeFailure(missing(code, message));
  expect(described).toEqual({ code: exitCodes.invariant, line: `Unexpected: ${message}` });
});
