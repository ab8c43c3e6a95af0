package io.headwater.commit.manifest;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a task's attempt reports to a driver in another process, as a JSON object. The same version
 * of this library writes and reads it.
 *
 * @param format {@link #FORMAT}
 * @param job the job's id
 * @param attempt the reporting attempt, in Hadoop's notation
 * @param committed its result
 */
public record TaskManifest(int format, String job, String attempt, CommittedAttempt committed) {
  /** The only supported format. */
  public static final int FORMAT = 1;

  private static final ObjectMapper JSON =
      new ObjectMapper(new JsonFactory())
          .setVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
          .configure(JsonParser.Feature.STRICT_DUPLICATE_DETECTION, true)
          .configure(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, true)
          .configure(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES, true)
          .configure(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES, true);

  /** The report of a job's attempt. */
  public static TaskManifest of(String job, String attempt, CommittedAttempt committed) {
    return new TaskManifest(FORMAT, job, attempt, committed);
  }

  /** The document, in UTF-8. */
  public Content document() throws IOException {
    return Content.of(JSON.writeValueAsBytes(this));
  }

  /**
   * Parses a document.
   *
   * @param length in bytes
   * @param place the object's name, for errors
   * @param job the expected job
   * @throws MalformedManifestException if it is truncated, malformed, another job's, of another
   *     format, or longer than {@link Manifest#MAXIMUM_LENGTH}. Then nothing is read.
   */
  public static TaskManifest parse(InputStream document, long length, String place, String job)
      throws IOException {
    DocumentLength.require(
        place, length, "a task's word to its job", "Run the job again, with fewer files a task");
    TaskManifest read;
    try {
      read = JSON.readValue(document.readNBytes((int) length), TaskManifest.class);
    } catch (JsonProcessingException e) {
      throw malformed(place, e.getOriginalMessage(), e);
    }
    if (read == null || read.committed() == null || read.format() != FORMAT) {
      throw malformed(place, "it is empty, or its format is not " + FORMAT, null);
    }
    if (!job.equals(read.job())) {
      throw malformed(place, "its job is " + read.job(), null);
    }
    return read;
  }

  private static MalformedManifestException malformed(
      String place, String reason, Throwable cause) {
    return new MalformedManifestException(
        place
            + " is not the report of a task: "
            + reason
            + ". It is not known what the task wrote. Run the job again",
        cause);
  }
}
