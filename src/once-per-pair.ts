/** Computes a value once for each pair of objects, and keeps it for as long as both are in use. */
export const oncePerPair = <A extends object, B extends object, T>(make: (a: A, b: B) => T): ((a: A, b: B) => T) => {
  const known = new WeakMap<A, WeakMap<B, { readonly value: T }>>()
  return (a, b) => {
    const ofA = known.get(a) ?? new WeakMap<B, { readonly value: T }>()
    known.set(a, ofA)
    const found = ofA.get(b) ?? { value: make(a, b) }
    ofA.set(b, found)
    return found.value
  }
}
