/** The header in which each answer of the API names the build of its web. A page of another build is out of date. */
export const buildHeader = "swellmates-build";
