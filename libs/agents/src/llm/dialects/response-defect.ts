/** A response that cannot be read, in words for people: no names of a library's classes. */
export class ResponseDefect extends Error {
  override readonly name = 'ResponseDefect';
}
