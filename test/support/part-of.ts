/** Asked of any object by `await` and by `JSON.stringify`. */
const ASKED_OF_ALL = ['then', 'toJSON']

/**
 * A stand-in with the members that a test needs. They have the types of the real one, so that one that was renamed does
 * not compile, and any other throws when it is read instead of being `undefined`.
 */
export const partOf = <T extends object>(members: Partial<NoInfer<T>>): T =>
  new Proxy(members as T, {
    get: (part, name) => {
      if (name in part || typeof name === 'symbol' || ASKED_OF_ALL.includes(name)) return Reflect.get(part, name)
      throw new Error(`this stand-in has no ${name}`)
    },
  })
