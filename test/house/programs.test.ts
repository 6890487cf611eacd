import { describe, expect, test } from 'bun:test'
import { fileOf, modulesIn } from './code.ts'
import { CODE, FILES, within } from './files.ts'

/** What the benchmarks, the soak run and the scripts may import. The product imports none of them: its rooms are in `house.test.ts`. */

const PROGRAMS: Readonly<Record<string, { readonly files: readonly string[]; readonly packages: readonly string[] }>> =
  {
    bench: {
      files: ['bench', 'src', 'test/support'],
      packages: [
        'node:',
        '@noble/',
        '@sinclair/typebox',
        '@x402/core/',
        '@x402/evm',
        '@x402/hono',
        'elysia',
        'hono',
        'ioredis',
        'tiny-secp256k1',
      ],
    },
    soak: {
      files: ['soak', 'client/src', 'src', 'test/support'],
      packages: ['node:', 'ioredis'],
    },
    scripts: {
      files: [
        'scripts',
        'src/canonical',
        'src/config.ts',
        'src/demo/command.ts',
        'src/dlc',
        'src/feeds',
        'src/http/discovery/skill-table.ts',
        'src/http/discovery/skills.ts',
        'src/launch/build-web.ts',
        'src/launch/command-options.ts',
        'src/http/wire/problem.ts',
        'src/ops',
        'src/sandbox/config.ts',
        'src/sandbox/world/crash-steps.ts',
        'src/sandbox/world/providers.ts',
        'src/sources',
        'src/start/command.ts',
        'test/support/recorded.ts',
        'test/support/recordings',
      ],
      packages: ['bun:test', 'node:', 'typescript'],
    },
  }

const isOf = (module: string, name: string): boolean =>
  module === name || module.startsWith(/[/:]$/.test(name) ? name : `${name}/`)

describe('programs beside the product', () => {
  test.each(Object.entries(PROGRAMS))('%s imports what the table allows', (folder, { files, packages }) => {
    const own = FILES.filter((file) => within(file, [folder]))
    expect(own.length).toBeGreaterThan(0)
    const named = own.flatMap((file) => modulesIn(CODE.get(file)!).map((module) => ({ file, module })))
    const broken = named.filter(({ file, module }) => {
      const target = fileOf(file, module)
      return target === null ? !packages.some((name) => isOf(module, name)) : !within(target, files)
    })
    expect(broken).toEqual([])
  })

  test('tests of the product do not lean on benchmarks', () => {
    const tests = FILES.filter((file) => within(file, ['src', 'test', 'chaos']))
    const leaning = tests.filter((file) =>
      modulesIn(CODE.get(file)!).some((module) => within(fileOf(file, module) ?? '', ['bench'])),
    )
    expect(leaning).toEqual([])
  })
})
