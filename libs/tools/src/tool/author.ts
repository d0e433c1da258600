/** What the author of a tool set programs against, for `tapefold red-team --tools`. */

export { z } from 'zod';
export { tool, type Tool, type ToolContext, type ToolSet } from './tool.js';
