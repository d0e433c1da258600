/** Tools in the form of HERCULEAN's servers: published names, arguments, members and types. */

import { z } from 'zod';
import { tool, type Tool, type ToolContext } from '../tool/tool.js';

interface PublishedForm<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly description: string;
  readonly input: Shape;
  readonly output: z.ZodType;
  call(args: z.output<z.ZodObject<Shape>>, context: ToolContext): unknown;
}

/** A tool that only reads. */
export const publishedTool = <Shape extends z.ZodRawShape>({
  input,
  call,
  ...form
}: PublishedForm<Shape>): Tool =>
  tool({
    ...form,
    title: form.name,
    isPublished: true,
    input: z.strictObject(input),
    call: (args, context) => call(args as z.output<z.ZodObject<Shape>>, context),
  });
