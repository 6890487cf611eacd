/** The circles among imports, each as `a -> b -> a`. */
export const circlesOf = (imports: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, path: readonly string[]): void => {
    if (done.has(file)) return
    const at = path.indexOf(file)
    if (at >= 0) return void circles.push([...path.slice(at), file].join(' -> '))
    for (const next of imports.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return circles
}
