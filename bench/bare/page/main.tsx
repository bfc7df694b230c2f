import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

/** The smallest page that uses React. */
function Counter() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <Counter />
  </StrictMode>,
);
