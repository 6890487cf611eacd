import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runtime code of the test contracts, as 0x-hex. */
export interface TestContracts {
  readonly token: `0x${string}`
  readonly multicall: `0x${string}`
  readonly factory: `0x${string}`
  readonly relay: `0x${string}`
  readonly delegate: `0x${string}`
}

/** The little of solc's standard JSON that is read here. */
interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly evm: { readonly deployedBytecode: { readonly object: string } } }>>
    >
  >
}

const SETTINGS = {
  optimizer: { enabled: true, runs: 10_000 },
  evmVersion: 'shanghai',
  outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
}

/** Compiles once per state of the sources: loading solc takes longer than all the rest, so the result is kept. */
export const compileContracts = async (): Promise<TestContracts> => {
  const read = (file: string) => readFileSync(join(import.meta.dir, file), 'utf8')
  const files = ['Token.sol', 'Multicall.sol', 'Wallet.sol']
  const sources = Object.fromEntries(files.map((file) => [file, { content: read(file) }]))
  const input = JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS })
  const kept = join(tmpdir(), `claros-contracts-${createHash('sha256').update(input).digest('hex').slice(0, 16)}.json`)
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as TestContracts

  const { default: solc } = (await import('solc')) as { default: { compile(input: string): string } }
  const output = JSON.parse(solc.compile(input)) as SolcOutput
  const broken = (output.errors ?? []).filter((error) => error.severity === 'error')
  if (broken.length > 0) throw new Error(broken.map((error) => error.formattedMessage).join('\n'))
  const codeOf = (file: string, contract: string) =>
    `0x${output.contracts[file]![contract]!.evm.deployedBytecode.object}` as const
  const contracts = {
    token: codeOf('Token.sol', 'Token'),
    multicall: codeOf('Multicall.sol', 'Multicall'),
    factory: codeOf('Wallet.sol', 'WalletFactory'),
    relay: codeOf('Wallet.sol', 'Relay'),
    delegate: codeOf('Wallet.sol', 'Delegate'),
  }
  // Written aside and renamed: two test processes may be here at once.
  const aside = `${kept}.${process.pid}`
  writeFileSync(aside, JSON.stringify(contracts))
  renameSync(aside, kept)
  return contracts
}
