import { mkdirSync, statSync, unlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { syncFolder } from '../../files/sync-folder.ts'

/** What the books need of a disk. Writing and syncing do not hold up the process, which concludes prices beside them. */
export interface Disk {
  /** Opens a file for reading and writing, and makes it when there is none. */
  open(path: string): Promise<DiskFile>
  /** What lies under a name this moment; `null`: nothing. */
  look(path: string): { readonly inode: number; readonly size: number } | null
  remove(path: string): void
  makeFolder(path: string): void
  syncFolder(path: string): void
}

export interface DiskFile {
  /** For `readSync`. */
  readonly descriptor: number
  readonly inode: number
  size(): Promise<number>
  /** Writes all of it, or throws. */
  write(bytes: Uint8Array, at: number): Promise<void>
  truncate(length: number): Promise<void>
  /** What was written outlives a power cut. */
  sync(): Promise<void>
  close(): Promise<void>
}

export const localDisk: Disk = {
  open: async (path) => {
    // Neither `r+`, which makes no file, nor `a+`, which takes no place to write at.
    const made = await open(path, 'a', 0o600)
    await made.close()
    const file = await open(path, 'r+')
    const { ino } = await file.stat()
    return {
      descriptor: file.fd,
      inode: ino,
      size: async () => (await file.stat()).size,
      write: async (bytes, at) => {
        for (let done = 0; done < bytes.length;)
          done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
      },
      truncate: (length) => file.truncate(length),
      sync: () => file.datasync(),
      close: () => file.close(),
    }
  },
  look: (path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found ? { inode: found.ino, size: found.size } : null
  },
  remove: unlinkSync,
  makeFolder: (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
  syncFolder,
}
