/** What package-lock.json holds, who wants which entry of it, and where npm finds that entry. */

type Ranges = Readonly<Record<string, string>>;

/** One member of `packages`, as far as it is read here. */
export interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  /** Bundled in another package, or a folder: not fetched separately. */
  readonly inBundle?: boolean;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly license?: string;
  readonly engines?: Ranges;
  readonly dependencies?: Ranges;
  readonly devDependencies?: Ranges;
  readonly optionalDependencies?: Ranges;
  readonly peerDependencies?: Ranges;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface LockFile {
  /** By place: '' is the project, 'node_modules/a/node_modules/b' a package. */
  readonly packages: Readonly<Record<string, LockEntry>>;
}

/** That the entry at `from` asks for a package. */
export interface Want {
  readonly from: string;
  readonly name: string;
  readonly range: string;
  readonly optional: boolean;
}

/** Everything that needs an entry, on any platform. */
export function wantsOf({ packages }: LockFile): Want[] {
  return Object.entries(packages).flatMap(([from, entry]) => {
    const optional = entry.optionalDependencies ?? {};
    const peers = Object.entries(entry.peerDependencies ?? {}).filter(
      ([name]) => entry.peerDependenciesMeta?.[name]?.optional !== true,
    );
    const ranges = {
      ...Object.fromEntries(peers),
      ...(from === '' ? entry.devDependencies : {}),
      ...entry.dependencies,
      ...optional,
    };
    return Object.entries(ranges).map(([name, range]) => ({
      from,
      name,
      range,
      optional: name in optional,
    }));
  });
}

/** The place of the package that `want` gets: in the folder of who asks, or else further up. */
export function placeFor({ packages }: LockFile, { from, name }: Want): string | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') return undefined;
  }
}

function parentOf(place: string): string {
  return place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')));
}

/** A range that only one version can meet. */
export const isExact = (range: string): boolean => /^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(range);

/** Whether an entry names the address of one registry. */
export const isFromRegistry = ({ resolved }: LockEntry): boolean =>
  resolved !== undefined && /^https?:/.test(resolved);

/** Whether a download of the entry has no hash to be compared with. */
export const isUnproven = (place: string, entry: LockEntry): boolean =>
  place !== '' && entry.integrity === undefined && entry.inBundle !== true && entry.link !== true;
