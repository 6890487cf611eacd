/** All exports of one kind, alone or in lists, in the files below a folder of the simulation, in path order: the folder is the list. */
export const definedIn = async <T>(folder: string, isOne: (value: unknown) => value is T): Promise<readonly T[]> => {
  const files = [...new Bun.Glob('**/*.ts').scanSync(`${import.meta.dir}/${folder}`)].toSorted()
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(`./${folder}/${file}`)))
  return modules.flatMap((module) => Object.values(module).flat().filter(isOne))
}
