export { clark, localOf, namespaceOf, type QName } from './names.js';
