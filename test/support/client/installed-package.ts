import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from '../../../scripts/build-client.ts'

/** The package as a stranger gets it: packed, and installed in an empty folder. */

const ROOT = join(import.meta.dir, '..', '..', '..')

/** @returns standard output; an error with all that was said where the command fails */
export const runIn = (command: readonly string[], cwd: string): string => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd })
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${String(stderr)}${String(stdout)}`)
  return String(stdout)
}

/** The tarball of a folder that holds a package, by its path. */
const packed = (from: string, into: string): string => {
  const named = runIn(['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', into, from], into)
  return join(into, named.trim().split('\n').at(-1)!)
}

/** @returns the folder in which the package is installed, in `folder` */
export const installPackage = async (folder: string): Promise<string> => {
  const [made, empty] = [join(folder, 'made'), join(folder, 'empty')]
  for (const each of [made, empty]) mkdirSync(each)
  for (const file of ['package.json', 'README.md']) copyFileSync(join(ROOT, 'client', file), join(made, file))
  await buildClient(made)
  // Without the network: npm takes what this repository has installed.
  const tarballs = [made, ...['curves', 'hashes'].map((name) => join(ROOT, 'node_modules', '@noble', name))]
  writeFileSync(join(empty, 'package.json'), '{ "name": "stranger", "type": "module", "private": true }')
  const paths = tarballs.map((from) => packed(from, folder))
  runIn(['npm', 'install', '--silent', '--offline', '--no-audit', '--no-fund', ...paths], empty)
  return empty
}

/** The faults that the compiler finds in a program of somebody who installed the package. */
export const faultsIn = (program: string, folder: string): readonly string[] => {
  writeFileSync(join(folder, 'typed.ts'), program)
  const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--lib', 'esnext,dom']
  const command = ['node', join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), ...options, 'typed.ts']
  return String(Bun.spawnSync(command, { cwd: folder }).stdout).match(/error TS\d+/g) ?? []
}
