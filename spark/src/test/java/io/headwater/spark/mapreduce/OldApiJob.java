package io.headwater.spark.mapreduce;

import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.LongSumReducer;
import org.apache.hadoop.mapred.lib.TokenCountMapper;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Counts words with {@code org.apache.hadoop.mapred}: input, output. */
public final class OldApiJob extends Configured implements Tool {
  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new OldApiJob(), arguments));
  }

  @Override
  public int run(String[] arguments) throws Exception {
    JobConf job = new JobConf(getConf(), OldApiJob.class);
    job.setMapperClass(TokenCountMapper.class);
    job.setReducerClass(LongSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    FileInputFormat.setInputPaths(job, new Path(arguments[0]));
    FileOutputFormat.setOutputPath(job, new Path(arguments[1]));
    return JobClient.runJob(job).isSuccessful() ? 0 : 1;
  }
}
