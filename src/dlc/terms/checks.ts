/**
 * Checks one field of a request body at a time. A check notes a fault and goes on, so that the answer lists every
 * broken rule and not only the first. It returns `undefined` if there is no usable value; the notes say why.
 */

/** The published reason codes. */
export type Rule =
  | 'missing'
  | 'wrong_type'
  | 'malformed_text'
  | 'empty'
  | 'padded'
  | 'too_long'
  | 'too_few'
  | 'too_many'
  | 'too_small'
  | 'too_large'
  | 'too_soon'
  | 'too_late'
  | 'not_positive'
  | 'not_ascending'
  | 'wrong_count'
  | 'duplicate'
  | 'unknown_value'
  | 'url_unreadable'
  | 'url_not_allowed'
  | 'own_address'
  | 'scale_conflict'
  | 'not_cancellable'

export interface Broken {
  /** Dotted, positions included: `metadata.resolverConfig.boundaries.2`; empty for the body itself. */
  readonly path: string
  readonly rule: Rule
  readonly message: string
}

/** An address that would be called, and its path in the body. */
export interface Callee {
  readonly path: string
  readonly url: string
}

/** Filled while a body is read. */
export interface Notes {
  readonly broken: Broken[]
  /**
   * Addresses whose text is valid. The module that calls them checks where they lead, even if other fields are wrong.
   */
  readonly callees: Callee[]
  /** Unknown fields. They are no error, but the preview shows them, so that a mistyped optional field is noticed. */
  readonly ignored: string[]
}

export const noNotes = (): Notes => ({ broken: [], callees: [], ignored: [] })

export type Checked<T> =
  | { readonly ok: true; readonly terms: T; readonly callees: readonly Callee[]; readonly ignored: readonly string[] }
  | { readonly ok: false; readonly broken: readonly Broken[]; readonly callees: readonly Callee[] }

/** What the rules need to know about the time and this service. */
export interface Circumstances {
  /** Unix seconds at which time limits are judged. */
  readonly nowTs: number
  /** Hosts (with port, if any) under which this service itself is reached. */
  readonly ownHosts: readonly string[]
  /** `host:port` that may be asked over plain http: demo and tests only. */
  readonly plainHosts: readonly string[]
}

/** Reads one value: the value a term may keep, or `undefined` after a note. */
export type Field<T> = (notes: Notes, path: string, value: unknown) => T | undefined

export const note = (notes: Notes, path: string, rule: Rule, message: string): undefined => {
  notes.broken.push({ path, rule, message: `${path || 'body'} ${message}` })
}

/**
 * A value as a message shows it, shortened. Lists and objects are only named: to write out thirty thousand nested
 * brackets would take a second.
 */
export const showValue = (value: unknown): string => {
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 60) : value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** JSON has no `undefined`; clients send `null` for a field they leave out. */
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

export const required =
  <T>(field: Field<T>): Field<T> =>
  (notes, path, value) =>
    isAbsent(value) ? note(notes, path, 'missing', 'is required') : field(notes, path, value)

export const optional =
  <T, D>(field: Field<T>, fallback: D): Field<T | D> =>
  (notes, path, value) =>
    isAbsent(value) ? fallback : field(notes, path, value)

export type FieldsOf<T> = { readonly [K in keyof T]: Field<T[K]> }
/** The fields of an object that could be read; refused ones are `undefined`. */
export type Loose<T> = { readonly [K in keyof T]: T[K] | undefined }

/** Every field of a JSON object, refused ones as `undefined`. Fields outside the shape are listed as ignored. */
export const loose = <T extends object>(
  notes: Notes,
  path: string,
  value: unknown,
  shape: FieldsOf<T>,
): Loose<T> | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return note(notes, path, 'wrong_type', `must be an object, got ${showValue(value)}`)
  }
  const under = path === '' ? '' : `${path}.`
  const strange = Object.keys(value).filter((name) => !Object.hasOwn(shape, name))
  notes.ignored.push(...strange.slice(0, 20).map((name) => under + name.slice(0, 60)))
  const read = {} as { [K in keyof T]: T[K] | undefined }
  for (const name of Object.keys(shape) as (keyof T & string)[]) {
    // Own properties only: a body must not be completed by what objects inherit.
    const given: unknown = Object.getOwnPropertyDescriptor(value, name)?.value
    read[name] = shape[name](notes, under + name, given)
  }
  return read
}

/** The object, if none of its fields was refused. */
export const complete = <T extends object>(read: Loose<T> | undefined): T | undefined =>
  read && Object.values(read).every((value) => value !== undefined) ? (read as T) : undefined

export const object =
  <T extends object>(shape: FieldsOf<T>): Field<T> =>
  (notes, path, value) =>
    complete(loose(notes, path, value, shape))

/** The end of a body: its terms if no rule is broken, else all broken rules. */
export const concludeChecks = <T>(notes: Notes, terms: T | undefined): Checked<T> =>
  terms === undefined || notes.broken.length > 0
    ? { ok: false, broken: notes.broken, callees: notes.callees }
    : { ok: true, terms, callees: notes.callees, ignored: notes.ignored }
