import { layout } from './layout.ts'
import { contentDigest, text } from './token.ts'

/**
 * How a feed computes its numbers, signed and free of charge: `v1|METHODOLOGY|index/volatility|BTCUSD|SHA256:<content
 * hash>|<timestamp>|<nonce>`. The hash covers the whole document.
 */
export const METHODOLOGY_NOTICE = layout('METHODOLOGY', { id: text, domain: text, content: contentDigest })
