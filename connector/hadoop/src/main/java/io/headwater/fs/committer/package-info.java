/**
 * The output of jobs that commit by manifest. {@link io.headwater.fs.committer.DatasetOutput} is
 * what the committers of MapReduce and Spark call.
 */
package io.headwater.fs.committer;
