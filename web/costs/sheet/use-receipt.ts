import { useEffect, useRef, useState } from "react";
import type { NewCost } from "#contract/costs.ts";
import { sentenceOf } from "../../core/api.ts";
import { uploadFile } from "../../media/uploads/upload-image.ts";
import { findReceiptProblem } from "./receipt-problem.ts";

const pdfType = "application/pdf";
/** The upload of a receipt. */
export interface ReceiptUpload {
  readonly start: (file: File) => Promise<void>;
  /** The sent share, 0 to 1; undefined when nothing is being sent. */
  readonly progress: number | undefined;
  /** An object URL of a picture that was chosen here. */
  readonly preview: string | undefined;
  readonly problem: string | undefined;
  /** Gives up the upload, and takes the receipt out of the form. */
  readonly remove: () => void;
}

/** Uploads a receipt: `keep` puts its address into the form, or null for none. Choosing another file cancels the running upload. */
export function useReceipt(keep: (receipt: NewCost["receipt"]) => void): ReceiptUpload {
  const [progress, setProgress] = useState<number>();
  const [preview, setPreview] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  useEffect(() => () => void (preview !== undefined && URL.revokeObjectURL(preview)), [preview]);

  const clear = () => {
    current.current?.abort();
    setPreview(undefined);
    setProgress(undefined);
    setProblem(undefined);
  };
  const start = async (file: File) => {
    clear();
    const running = new AbortController();
    current.current = running;
    const { signal } = running;
    const wrong = await findReceiptProblem(file);
    if (signal.aborted) return undefined;
    if (wrong !== undefined) return setProblem(wrong);
    const isPdf = file.type === pdfType || /\.pdf$/i.test(file.name);
    if (!isPdf) setPreview(URL.createObjectURL(file));
    setProgress(0);
    try {
      const uploadURL = await uploadFile(file, (share) => !signal.aborted && setProgress(share), signal);
      keep({ uploadURL, fileName: file.name.slice(-255) });
    } catch (error) {
      if (signal.aborted) return undefined;
      setPreview(undefined);
      setProblem(sentenceOf(error));
    }
    return setProgress(undefined);
  };
  const remove = () => {
    clear();
    keep(null);
  };
  return { start, progress, preview, problem, remove };
}
