package io.headwater.fs;

import io.headwater.store.concurrent.Trace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.audit.AuditConstants;
import org.apache.hadoop.fs.audit.CommonAuditContext;
import org.apache.hadoop.fs.store.audit.HttpReferrerAuditHeader;
import org.apache.hadoop.ipc.CallerContext;

/**
 * On whose behalf a thread works, according to Hadoop. The sources are the audit context that S3A
 * reads too, and the caller context that Spark and MapReduce set for HDFS.
 *
 * @param attributes by S3A's short names
 */
record AuditTrace(Map<String, String> attributes) implements Trace {
  /** S3A has no name for it. HDFS's audit log names it callerContext. */
  static final String CALLER = "cc";

  private static final int LONGEST_WORD = 32;

  /** The trace of the current thread. */
  static AuditTrace ofThread() {
    Map<String, String> found = new LinkedHashMap<>();
    CommonAuditContext.getGlobalContextEntries()
        .forEach(each -> found.put(each.getKey(), each.getValue()));
    CommonAuditContext.currentAuditContext()
        .getEvaluatedEntries()
        .forEach((name, value) -> found.put(name, value.get()));
    Optional.ofNullable(CallerContext.getCurrent())
        .map(CallerContext::getContext)
        .ifPresent(caller -> found.put(CALLER, caller));
    found.put(AuditConstants.PARAM_PROCESS, CommonAuditContext.PROCESS_ID);
    found.values().removeIf(value -> value == null || value.isEmpty());
    return new AuditTrace(found);
  }

  @Override
  public String referrer(String operation, Set<String> leftOut) {
    return HttpReferrerAuditHeader.builder()
        .withContextId(CommonAuditContext.PROCESS_ID)
        .withSpanId(CommonAuditContext.currentThreadID())
        .withOperationName(operation)
        .withAttributes(attributes)
        .withFilter(leftOut)
        .build()
        .buildHttpReferrer();
  }

  /** The job, or the caller context, or the process. */
  @Override
  public String word() {
    String word =
        attributes.getOrDefault(
            AuditConstants.PARAM_JOB_ID,
            attributes.getOrDefault(CALLER, CommonAuditContext.PROCESS_ID));
    String plain = word.replaceAll("[^\\w.]", "");
    return plain.substring(0, Math.min(LONGEST_WORD, plain.length()));
  }

  /** Adds a job to the trace of the current thread's requests, until {@link #endJob}. */
  static void beginJob(String job) {
    CommonAuditContext.currentAuditContext().put(AuditConstants.PARAM_JOB_ID, job);
  }

  static void endJob() {
    CommonAuditContext.currentAuditContext().remove(AuditConstants.PARAM_JOB_ID);
  }
}
