/** What a signed answer about an event has besides its content; without a valid signature. */
export const exampleSignature = (change: 'CREATED' | 'CANCELLED') => ({
  timestamp: 1_795_000_000,
  contentHash: '0'.repeat(64),
  signingScheme: 'ed25519',
  pubkey: '0'.repeat(64),
  canonical: `v1|DLC|…|${change}|SHA256:${'0'.repeat(64)}|1795000000|482910`,
  signature: '…',
})
