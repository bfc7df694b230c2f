/** What the worker asks an open page: to show this page of ours in its place. The page answers whether it does. */
export interface OpenRequest {
  readonly kind: "open";
  readonly path: string;
}
