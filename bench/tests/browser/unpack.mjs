// Unpacks the Chromium of the package into the folder TMPDIR, with the libraries that it needs, and says where it is.
import chromium from "@sparticuz/chromium";

console.log(await chromium.executablePath());
