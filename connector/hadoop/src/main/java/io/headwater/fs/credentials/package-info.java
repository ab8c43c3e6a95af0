/** S3 credentials: fixed keys, the machine's identity, a user's class, or a role to assume. */
package io.headwater.fs.credentials;
