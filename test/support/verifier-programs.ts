import { expect } from 'bun:test'
import { needs } from './needs.ts'
import { programOfDocs } from './verifiers.ts'

/** What runs the verifiers that stand beside the page: the system's Python and Go. */

/** Debian's own Python has Debian's packages; another one may stand before it. */
export const PYTHON = ['python3', '/usr/bin/python3'].find(
  (each) => Bun.which(each) && Bun.spawnSync([each, '-c', 'import cryptography']).success,
)

export const hasPython = needs(PYTHON !== undefined, 'python3 with the package cryptography')
export const hasGo = needs(Bun.which('go') !== null, 'go')

/** Builds the verifier in Go, where there is one. */
export const buildGo = (program: string): void => {
  if (!hasGo) return
  const { success, stderr } = Bun.spawnSync(['go', 'build', '-o', program, programOfDocs('verify.go')], {
    env: { ...process.env, GOPROXY: 'off', GO111MODULE: 'off' },
  })
  expect([success, String(stderr)]).toEqual([true, ''])
}
