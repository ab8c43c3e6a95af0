/** Names of jobs, of attempts and of their temporary output. */
package io.headwater.commit.attempt;
