import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { configQuery } from "../queries.ts";
import { megabytes } from "./file-limits.ts";
import { type ImagePurpose, imageLimits, findImageProblem, uploadImage } from "./upload-image.ts";

/** The upload of one picture. */
export interface ImageUpload {
  /** Checks and uploads a chosen file; a failure is shown in a toast. */
  readonly start: (file: File) => Promise<void>;
  /** The sent share, 0 to 1; undefined when nothing is being sent. */
  readonly progress: number | undefined;
  /** An object URL of the chosen picture, to show before the server has it. */
  readonly preview: string | undefined;
  /** Why the server refused the last picture, if it said something about the picture itself. */
  readonly reason: string | undefined;
  /** Gives up the upload, and takes the picture out of the form. */
  readonly remove: () => void;
  /** What may be chosen: "Images only, up to 10 MB". */
  readonly hint: string;
}

const isAboutThePicture = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code !== "internal" && error.code !== "not_found";

/**
 * Uploads one picture for a form: `keep` puts its path into the form, or null for none. Choosing another picture cancels
 * the running upload. `done` is the text of the toast after an upload, `failed` that after a failure, whose reason stands beside the button.
 */
export function useImageUpload(
  purpose: ImagePurpose,
  { failed, done, keep }: { failed: string; done: string; keep: (objectPath: string | null) => void },
): ImageUpload {
  const [progress, setProgress] = useState<number>();
  const [preview, setPreview] = useState<string>();
  const [reason, setReason] = useState<string>();
  const current = useRef<AbortController>(undefined);
  const { data: config } = useQuery(configQuery);
  const limits = config?.limits;
  const maxBytes =
    (purpose === "profile" ? limits?.maxProfileImageBytes : limits?.maxImageBytes) ?? imageLimits[purpose];

  useEffect(() => () => current.current?.abort(), []);
  useEffect(() => () => void (preview !== undefined && URL.revokeObjectURL(preview)), [preview]);

  const remove = () => {
    current.current?.abort();
    setPreview(undefined);
    setProgress(undefined);
    setReason(undefined);
    keep(null);
  };

  const start = async (file: File) => {
    setReason(undefined);
    const problem = findImageProblem(file, maxBytes);
    if (problem) return toast({ ...problem, look: "danger" });
    current.current?.abort();
    const running = new AbortController();
    current.current = running;
    const { signal } = running;
    setPreview(URL.createObjectURL(file));
    setProgress(0);
    try {
      const onProgress = (share: number) => !signal.aborted && setProgress(share);
      keep(await uploadImage(file, purpose, { onProgress, signal }));
      toast({ title: "Photo uploaded!", text: done });
      setProgress(undefined);
    } catch (error) {
      if (signal.aborted) return;
      setPreview(undefined);
      setProgress(undefined);
      if (isAboutThePicture(error)) setReason(error.message);
      toast({ title: "Upload Error", text: failed, look: "danger" });
    }
  };

  const hint = `Images only, up to ${megabytes(maxBytes)}`;
  return { start, progress, preview, reason, remove, hint };
}
