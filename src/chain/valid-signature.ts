import { encodeDeployData, erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode, recoverAddress } from 'viem'
import type { SignatureQuestion, SignatureVerdict } from '../payments/signature-question.ts'
import { hasLowS } from '../payments/low-s.ts'
import { isWrapped, unwrap } from '../payments/wrapped-signature.ts'
import { quantity, reverted, type Rpc } from './rpc.ts'

/** Enough to deploy a wallet and to check a P-256 signature in Solidity. This gas is never paid. */
const GAS = 3_000_000n

type Hex = `0x${string}`

const isByKey = async ({ account, digest, signature }: SignatureQuestion): Promise<boolean> => {
  if (!/^0x[0-9a-fA-F]{128}1[bcBC]$/.test(signature)) return false
  const signer = await recoverAddress({ hash: digest as Hex, signature: signature as Hex }).catch(() => null)
  return signer?.toLowerCase() === account.toLowerCase()
}

/**
 * Checks by the account's own key; otherwise asks its code (ERC-1271), which is deployed in this call only where it is
 * not deployed yet (ERC-6492). The validator is sent as the code of a new contract that is never created: the call
 * returns its result.
 */
export const validSignature = async (rpc: Rpc, question: SignatureQuestion): Promise<SignatureVerdict> => {
  const { account, digest, signature } = question
  // For an account's own key, the validator would also accept the signature with the other s; the token does not.
  if (await isByKey(question)) return hasLowS(signature) ? 'valid' : 'invalid'
  if (signature.length % 2 !== 0 || (isWrapped(signature) && unwrap(signature) === null)) return 'invalid'
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    args: [account.toLowerCase() as Hex, digest as Hex, signature as Hex],
    bytecode: erc6492SignatureValidatorByteCode,
  })
  const answer = await rpc.ask<string>('eth_call', [{ data, gas: quantity(GAS) }, 'latest'])
  if (answer.kind === 'answer') return /^0x0*1$/.test(answer.value) ? 'valid' : 'invalid'
  return reverted(answer) ? 'invalid' : 'unknown'
}
