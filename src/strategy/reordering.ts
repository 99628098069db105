/** Holds a strategy to what it declares about queued pages (`Strategy.reorders`): what it did not declare, no queue need support. */
import type { PlaceControl, Strategy } from '../contracts.js'
import { LongtailError } from '../errors.js'

type Declared = Pick<Strategy, 'name' | 'levels' | 'reorders'>

/** For 'never': a control that can move single pages. */
export function pageControl(strategy: Declared, places: Pick<PlaceControl, 'move'>): PlaceControl {
  return {
    move: (page, level) => places.move(page, level),
    bias: () => refuse(strategy, 'lifts or lowers a group', "'seldom' or 'often'"),
    park: () => refuse(strategy, 'parks a group', "'seldom' or 'often'"),
    readmit: () => refuse(strategy, 're-admits a group', "'seldom' or 'often'"),
    cutoff: () => refuse(strategy, 'holds pages back', "'often'"),
    spare: () => refuse(strategy, 'spares a host', "'often'"),
  }
}

/** For 'seldom': a control that can also move groups, not too far. */
export function groupControl(
  strategy: Declared,
  places: Pick<PlaceControl, 'move' | 'bias' | 'park' | 'readmit'>,
): PlaceControl {
  return {
    ...pageControl(strategy, places),
    bias(group, levels) {
      if (Math.abs(levels) > strategy.levels) {
        refuse(strategy, `gives a group a bias of ${levels}, past ±${strategy.levels} (its levels)`, "'often'")
      }
      places.bias(group, levels)
    },
    park: group => places.park(group),
    readmit: group => places.readmit(group),
  }
}

/** The control with every call checked. */
export function checkedControl(strategy: Declared, places: PlaceControl): PlaceControl {
  if (strategy.reorders === 'often') return places
  return strategy.reorders === 'never' ? pageControl(strategy, places) : groupControl(strategy, places)
}

/** Ends the run with E_STRATEGY: the strategy does what it did not declare. */
export function refuse({ name, reorders }: Declared, what: string, instead: string): never {
  throw new LongtailError(
    'E_STRATEGY',
    `strategy ${name} ${what}, but declares reorders: '${reorders}'; it must declare ${instead}`,
  )
}
