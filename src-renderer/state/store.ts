import { create, type StoreApi, type UseBoundStore } from 'zustand';

type Store<T> = UseBoundStore<StoreApi<T>>;

const atLock: (() => void)[] = [];
const atOtherEnvironment: (() => void)[] = [];

interface Forgetting<T> {
  /** Whether the store is also emptied when the station changes to another environment. */
  readonly withEnvironment?: boolean;
  /** Returns what remains of the state; by default, the first state. */
  readonly remains?: (state: T) => T;
}

/** Creates a store that `forgetAtLock` empties. Every store that can have data of patients or text of a person is made so (I11). */
export function forgottenStore<T>(
  first: T,
  { withEnvironment = false, remains }: Forgetting<T> = {},
): Store<T> {
  const store = create<T>(() => first);
  const forget = () => store.setState((state) => remains?.(state) ?? first, true);
  atLock.push(forget);
  if (withEnvironment) atOtherEnvironment.push(forget);
  return store;
}

/** Creates a store that outlasts the lock. The module of the store says why the store has nothing to hide, or forgets by itself. */
export function keptStore<T>(first: T): Store<T> {
  return create<T>(() => first);
}

/** Empties the stores of this page. Must be called when the station is locked. */
export function forgetAtLock(): void {
  for (const forget of atLock) forget();
}

/** Empties the stores that mean Tasks of one environment. Must be called when the station has changed to another environment. */
export function forgetEnvironment(): void {
  for (const forget of atOtherEnvironment) forget();
}
