import { useEffect, useState } from "react";

/** The present time in milliseconds, renewed as each second begins. */
export function useSecond(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer = 0;
    const wait = () => {
      timer = window.setTimeout(tick, 1000 - (Date.now() % 1000));
    };
    const tick = () => {
      setNow(Date.now());
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  }, []);
  return now;
}
