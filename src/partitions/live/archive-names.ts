/** Names of the archives of a partition say which epoch has written them. */
export function archivePrefix(name: string, partition: number, epoch: number): string {
  return `${name}-p${String(partition).padStart(2, '0')}-e${epoch}`
}

/** 0 for a file that no epoch has written. */
export function epochOfArchive(file: string): number {
  return Number(/-p\d\d-e(\d+)-\d{14}-\d+\.warc\.gz/.exec(file)?.[1] ?? 0)
}
