/**
 * Text of the script element of every page, compiled from `page.ts`; the content
 * policy has its hash.
 */
export const pageScript: string;
