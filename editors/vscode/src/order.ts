/** Whether a QuickPick keeps the order of its rows. */

/**
 * Switches a pick's own sorting off, and says whether that took: the switch is in no typings.
 *
 * Where it is gone, the assignment makes a field of its own that nobody reads.
 */
export function keepsOrder(pick: object): boolean {
  if (!('sortByLabel' in pick)) return false;
  try {
    (pick as { sortByLabel: boolean }).sortByLabel = false;
    return (pick as { sortByLabel: boolean }).sortByLabel === false;
  } catch {
    return false;
  }
}

/** The label of a row whose pick sorts by labels: alone, as a label that matches what is typed comes first. */
export function rankLabel(rank: number, rows: number): string {
  return String(rank).padStart(String(rows).length, '0');
}
