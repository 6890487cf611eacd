import { expect, test } from 'bun:test'
import { registry } from '../../../src/feeds/registry.ts'

test('the bridged dollar is found as its contract calls it too, and is no other market', () => {
  const bridged = registry.items.filter(({ path }) => path.endsWith('/usdc_e'))
  expect(bridged.map(({ path, alsoAt }) => [path, alsoAt])).toEqual([
    ['/oracle/defi/yield/compound/polygon/usdc_e', ['/oracle/defi/yield/compound/polygon/usdc.e']],
  ])
})
