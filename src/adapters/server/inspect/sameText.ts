import { timingSafeEqual } from "node:crypto";

/** Whether two secrets are the same; how long it takes tells nothing of them. */
export const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
