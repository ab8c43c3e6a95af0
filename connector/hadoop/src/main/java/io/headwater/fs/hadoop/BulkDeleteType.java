package io.headwater.fs.hadoop;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import org.apache.hadoop.fs.FileSystem;

/**
 * The type of bulk deletes, {@code org.apache.hadoop.fs.BulkDelete}, which Hadoop has from 3.4.1
 * on.
 *
 * <p>A method of our file system returns it. An older Hadoop never calls this method, but Java
 * needs the type to list the file system's methods, which PySpark does at each call.
 */
public final class BulkDeleteType {
  private static final String NAME = "org.apache.hadoop.fs.BulkDelete";
  private static final int JAVA_8 = 52;
  private static final int PUBLIC_INTERFACE = 0x0601;
  private static final int CONSTANT_TEXT = 1;
  private static final int CONSTANT_CLASS = 7;

  private BulkDeleteType() {}

  /** Defines the type without methods, if this Hadoop does not have it. */
  public static synchronized void ensure() {
    if (isPresent()) {
      return;
    }
    try {
      MethodHandles.privateLookupIn(FileSystem.class, MethodHandles.lookup())
          .defineClass(emptyInterface());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("Cannot define " + NAME, e);
    } catch (LinkageError e) {
      // Headwater was loaded twice, and the other one has defined it meanwhile.
      if (!isPresent()) {
        throw e;
      }
    }
  }

  private static boolean isPresent() {
    try {
      Class.forName(NAME, false, FileSystem.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** A class file, see chapter 4 of the Java Virtual Machine Specification. */
  private static byte[] emptyInterface() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream file = new DataOutputStream(bytes)) {
      file.writeInt(0xCAFEBABE);
      file.writeInt(JAVA_8);
      file.writeShort(5); // One more than constants.
      writeClass(file, NAME, 2);
      writeClass(file, "java.lang.Object", 4);
      file.writeShort(PUBLIC_INTERFACE);
      file.writeShort(1);
      file.writeShort(3);
      file.writeLong(0); // No interfaces, fields, methods and attributes.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void writeClass(DataOutputStream file, String name, int textAt)
      throws IOException {
    file.writeByte(CONSTANT_CLASS);
    file.writeShort(textAt);
    file.writeByte(CONSTANT_TEXT);
    file.writeUTF(name.replace('.', '/'));
  }
}
