/** A value that holds while a function runs, for all that the function calls (a dynamic variable; `AsyncContext.Variable` without waiting). */
export class DynamicValue<T> {
  #value: T;

  constructor(outside: T) {
    this.#value = outside;
  }

  get value(): T {
    return this.#value;
  }

  /** Runs a task with this value in force; afterwards, also after a throw, the one before it is again. */
  during<R>(value: T, task: () => R): R {
    const before = this.#value;
    this.#value = value;
    try {
      return task();
    } finally {
      this.#value = before;
    }
  }
}
